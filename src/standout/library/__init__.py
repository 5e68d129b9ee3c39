"""The library: one function a command; `standout` exports them."""
