"""What a PDF says of itself (XMP): title, kind of PDF/A, and the paper's own day where others put that of the clock."""

from __future__ import annotations

from datetime import date
from xml.sax.saxutils import escape

_FORM = """<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
   <pdfaid:part>2</pdfaid:part>
   <pdfaid:conformance>U</pdfaid:conformance>
   <xmp:CreatorTool>{creator}</xmp:CreatorTool>
   <xmp:CreateDate>{day}T00:00:00+00:00</xmp:CreateDate>
   <xmp:ModifyDate>{day}T00:00:00+00:00</xmp:ModifyDate>
   <xmp:MetadataDate>{day}T00:00:00+00:00</xmp:MetadataDate>
   <pdf:Producer>{producer}</pdf:Producer>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
   <dc:language><rdf:Bag><rdf:li>en-GB</rdf:li></rdf:Bag></dc:language>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>"""


def xmp(title: str, subject: str, creator: str, producer: str, made: date) -> str:
    """The metadata of a PDF/A-2U; the same words as its information dictionary has."""
    words = {"title": title, "subject": subject, "creator": creator, "producer": producer}
    return _FORM.format(day=made.isoformat(), **{name: escape(text) for name, text in words.items()})
