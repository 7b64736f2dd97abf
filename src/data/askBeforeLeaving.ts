/** From here on the browser asks before it closes the tab, as long as something `isAtRisk`. Returns the end of it. */
export function askBeforeLeaving(isAtRisk: () => boolean = () => true): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isAtRisk()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
