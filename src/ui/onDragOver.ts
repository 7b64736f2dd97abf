/**
 * Calls once a drag of the browser's own is over. Where what was dragged has gone from the page by then, the browser does not say so; but a pointer that
 * moves by itself tells that nothing is in the hand any more. Returns the end of waiting.
 */
export function onDragOver(then: () => void): () => void {
  const stop = new AbortController()
  const over = () => {
    stop.abort()
    then()
  }
  // Browsers send no moves of the pointer while something is dragged.
  for (const type of ['dragend', 'pointermove'])
    window.addEventListener(type, over, { capture: true, signal: stop.signal })
  return () => stop.abort()
}
