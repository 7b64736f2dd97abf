/** What `Date` can hold, in ms. */
const last = 8.64e15

/** ISO 8601 in UTC, to the second: `2026-11-28T14:05:09Z`, which every program sorts and reads alike; '' where that is no time. */
export const isoTime = (timestamp: number): string =>
  Math.abs(timestamp) <= last ? new Date(timestamp).toISOString().replace(/\.\d+Z$/, 'Z') : ''
