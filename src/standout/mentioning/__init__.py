"""Mentions: which items people write about in prose, and whether they liked them.

`tokens` cuts a text into words, `title_forms` says how a title may be written, `phrases` finds every place in a text
where one of them stands (in a time that does not depend on how many there are), `support` weighs what speaks for
each being meant, `finder` decides; `opinions` reads what is said of it, `posts` reads many people's posts.
The page does the same in JavaScript (`templates/mentions.js`); a browser test compares the two.
"""
