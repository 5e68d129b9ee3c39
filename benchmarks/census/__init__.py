"""The census: what an audit, a link, an inference, a label and a protection come to on well-known datasets."""
