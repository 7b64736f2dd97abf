/** Parts of the page that do not come: why, and whether asking again may help. */

/** What the browsers say when a dynamic import cannot be fetched. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|module script failed/i.test(error.message)

/** Without the server, a reload would leave nothing but the browser's own error page. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('./', { method: 'HEAD' })).status < 500
  } catch {
    return false
  }
}
