/** Does what bears the same name one after the other. */
export function turns(): <T>(name: string, body: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, body) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(body, body)
    const over = mine.catch(() => {})
    last.set(name, over)
    void over.then(() => {
      if (last.get(name) === over) last.delete(name)
    })
    return mine
  }
}
