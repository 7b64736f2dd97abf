/** The viewer that a report begins with: it lies beside the program. */
export async function reportTemplate(signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(new URL('./report.zip', import.meta.url), { signal })
  if (!response.ok) throw new Error(`report.zip: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
