const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' })
/** What `Date` can hold, in ms. */
const last = 8.64e15

/** As `28/11/2026, 14:05:09` (2 §9), of ms since 1970; '' where that is no time. */
export const utcTime = (timestamp: number): string => (Math.abs(timestamp) <= last ? format.format(timestamp) : '')
