/* What the theme's pages lack for readers who use a keyboard or listen: parts that scroll can be reached and have
   names, the corner of a table is no heading, and the search says what it is. */
"use strict"

const named = (element, name) => element.setAttribute("aria-label", name)

const mend = () => {
  document.querySelectorAll(".md-search").forEach((search) => named(search, "Search"))
  document.querySelectorAll(".md-code__nav").forEach((buttons, place) => named(buttons, `Code ${place + 1}`))
  document.querySelectorAll(".md-typeset__scrollwrap, .notebook-output").forEach((box, place) => {
    if (box.scrollWidth <= box.clientWidth) return
    box.tabIndex = 0
    box.setAttribute("role", "group")
    named(box, `Wide part ${place + 1}`)
  })
  document.querySelectorAll("th:empty").forEach((corner) => corner.replaceWith(document.createElement("td")))
}

/* The theme puts buttons and boxes into the page when it is ready; each time something is added, it is looked again. */
addEventListener("DOMContentLoaded", () => {
  let due = false
  const soon = () => {
    if (due) return
    due = true
    requestAnimationFrame(() => {
      due = false
      mend()
    })
  }
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true })
  addEventListener("resize", soon)
  mend()
})
