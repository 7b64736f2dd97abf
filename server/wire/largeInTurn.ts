/**
 * Of what one person sends, large steps are taken one after the other, on however many sockets, and what comes after one waits for it: so little of
 * theirs lies in a thread that others use too, and what follows can go elsewhere (`storedProject.ts`).
 */
export type LargeInTurn = <T>(person: string, isLarge: boolean, take: () => Promise<T>) => Promise<T>

export function largeInTurn(): LargeInTurn {
  /** By person: the last large one that is under way. */
  const last = new Map<string, Promise<void>>()
  return (person, isLarge, take) => {
    const before = last.get(person)
    const taken = before ? before.then(take) : take()
    if (!isLarge) return taken
    const settled = taken.then(
      () => {},
      () => {},
    )
    last.set(person, settled)
    void settled.then(() => last.get(person) === settled && last.delete(person))
    return taken
  }
}
