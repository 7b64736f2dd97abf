/**
 * Ids are integers made by the client, in order of time and never twice: the last 13 bits are the client's number, which
 * the room gives it, above them the milliseconds since 2020. Below 2^53, so that JavaScript and SQLite hold them exactly.
 */
export const clientBits = 13
export const clients = 2 ** clientBits
const since = Date.UTC(2020, 0, 1)

/** Makes ids for `client` (0–8191), each above `last`, the highest id that this client has made. */
export function idMaker(client: number, last: number, now: () => number): () => number {
  let latest = last - (last % clients) + client
  return () => {
    latest = Math.max(latest + clients, (now() - since) * clients + client)
    return latest
  }
}

/** Whether a client has made it, who never makes it again; another program counts from 1, and so do others. Of the first day since then nothing is. */
export const isOfClient = (id: number): boolean => id >= 86_400_000 * clients
