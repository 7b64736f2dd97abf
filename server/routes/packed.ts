/**
 * The packed form of a file of the page, which the build has put beside it. Of such files alone: they are the same for everybody, so that their
 * length tells nothing. What mixes somebody's secrets with what others write is never packed.
 */
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { isOwnFile } from '../base/ownFiles.ts'

/** The shorter first. */
const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

export interface Packed {
  path: string
  headers: Readonly<Record<string, string>>
}

/** What to send for `path`, and the headers that say so; the file itself where the browser takes nothing else, or nothing is packed. */
export function packed(context: Context, path: string): Packed {
  const headers = { Vary: 'Accept-Encoding' }
  const form = forms.find(({ encoding, suffix }) => takes(context, encoding) && isOwnFile(path + suffix))
  return form
    ? { path: path + form.suffix, headers: { ...headers, 'Content-Encoding': form.encoding } }
    : { path, headers }
}

export const takes = (context: Context, encoding: string): boolean =>
  accepts(context, {
    header: 'Accept-Encoding',
    supports: [encoding],
    default: '',
    match: (accepted) =>
      accepted.some(
        ({ type, q }) =>
          q > 0 && (type === encoding || (type === '*' && !accepted.some((one) => one.type === encoding))),
      )
        ? encoding
        : '',
  }) === encoding
