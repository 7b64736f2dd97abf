/**
 * Where the server of this page is: `https://host:port`, with the path under which a proxy serves it. The page lies at `{address}/web/`, whatever
 * stands before: nothing of the page names a path from the root. Documents below it, as the bench has one, have the same server.
 */
export function serverAddress(page: string = location.href): string {
  const { origin, pathname } = new URL(page)
  const at = pathname.lastIndexOf('/web/')
  return at < 0 ? new URL('..', page).href.replace(/\/$/, '') : origin + pathname.slice(0, at)
}

/** Of the server of this page; empty where there is no page. */
export const address = typeof location === 'undefined' ? '' : serverAddress()
