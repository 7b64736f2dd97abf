/**
 * Where the server of this page is: `https://host:port`, with the path under which a proxy serves it. The page lies at `{address}/web/`, whatever
 * stands before: nothing of the page names a path from the root.
 */
export const serverAddress = (page: string = location.href): string => new URL('..', page).href.replace(/\/$/, '')

/** Where the calls of `src/model/bridge.ts` go. */
export const base = typeof location === 'undefined' ? '/web/api' : `${serverAddress()}/web/api`
