/** Under which name this person works in the project: as the page calls them, until the server gives them one. */
export interface Author {
  readonly name: string
  /** The page calls them so. */
  call(name: string): void
  /** The server gave it when it was heard last, as the copy knows; told with the rest of the copy. */
  remember(name: string): void
  /** The server does, and whatever the page says is nothing from now on. */
  give(name: string): void
}

export function openAuthor(first: string, changed: (name: string) => void): Author {
  let name = first
  let by: 'page' | 'server' = 'page'
  const take = (next: string) => {
    name = next
    changed(next)
  }
  return {
    get name() {
      return name
    },
    call: (next) => {
      if (by === 'page') take(next)
    },
    remember: (next) => {
      by = 'server'
      name = next
    },
    give: (next) => {
      by = 'server'
      take(next)
    },
  }
}
