/* Search from the file system: browsers refuse to start workers there. So the script of the worker runs in a hidden
   frame of the page itself, and messages are handed to and fro. On a server nothing is changed. */
"use strict"

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.title = "search"
      document.body.append(frame)
      const inside = frame.contentWindow
      inside.document.open()
      inside.document.write("<!doctype html><title>search</title><body></body>")
      inside.document.close()
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      const script = inside.document.createElement("script")
      this.loaded = new Promise((done, failed) => {
        script.onload = done
        script.onerror = failed
      })
      script.src = new URL(address, location.href).href
      inside.document.body.append(script)
      this.inside = inside
      this.frame = frame
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
