/** The files that a person names: of a folder all that are in it, in the order of their paths. */
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface NamedFile {
  /** Where it lies. */
  path: string
  /** By which messages call it: what is in a folder that was named, with that folder before it. */
  name: string
  /** The folders in `name`, apart by `/`; '' of a file that was named itself. */
  folder: string
}

export const givenFiles = (paths: readonly string[]): NamedFile[] =>
  paths.flatMap((path) =>
    isFolder(path) ? within(path, basename(path)) : [{ path, name: basename(path), folder: '' }],
  )

/** What is hidden, and what Windows keeps in folders, nobody meant. */
const isHidden = (name: string): boolean => /^(\.|thumbs\.db$|desktop\.ini$)/i.test(name)

function within(path: string, folder: string): NamedFile[] {
  const names = readdirSync(path).filter((name) => !isHidden(name))
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return names.flatMap((name) => {
    const inside = join(path, name)
    return isFolder(inside)
      ? within(inside, `${folder}/${name}`)
      : [{ path: inside, name: `${folder}/${name}`, folder }]
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
