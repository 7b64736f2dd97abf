/** Focuses once no menu is open: one that is closing gives the focus back to where it was when it opened. Returns the end of waiting. */
export function focusAfterMenu(focus: () => void): () => void {
  let frame = 0
  const give = () => {
    if (document.querySelector('.ui-menu')) frame = requestAnimationFrame(give)
    else focus()
  }
  give()
  return () => cancelAnimationFrame(frame)
}
