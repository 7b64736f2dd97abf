/** The launch secret in the address that the program prints: `/web/#launch=SECRET`, with a route after it or none. */
export interface Launch {
  secret: string | null
  /** The fragment without it, beginning with `#/`. */
  hash: string
}

export function takeLaunch(hash: string): Launch {
  const [, secret = null, route = '/'] = /^#launch=([\w-]+)&?(\/.*)?$/.exec(hash) ?? []
  return secret === null ? { secret, hash } : { secret, hash: `#${route}` }
}
