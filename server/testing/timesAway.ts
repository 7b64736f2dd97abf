/**
 * How long projects are away after a fault: from its beginning until something that was asked of the project after that is answered. Faults may overlap, for one that
 * is over may still be felt when the next begins; so each time says which others were under way meanwhile, and a promise about one kind of fault is judged on
 * those that were alone.
 */

export interface TimeAway<Kind extends string> {
  kind: Kind
  project: string
  /** s from the first moment of all until the fault. */
  at: number
  /** s */
  lasted: number
  /** Whether anything was answered in the end; else it was away for as long as anybody has asked. */
  isBack: boolean
  /** Kinds of the other faults that were under way at some time of it; none: it was alone. */
  beside: Kind[]
}

export interface TimesAway<Kind extends string> {
  /** A fault begins. What is returned is called when it is over: from then on it is under way only for projects that are not back from it yet. */
  begin(kind: Kind): () => void
  /** A project has answered what was asked then. */
  answered(project: string, asked: number): void
  /** Those that are over, and those that are not as they are now. */
  all(): TimeAway<Kind>[]
}

interface Fault<Kind> {
  kind: Kind
  at: number
}

/** `now`: ms by a clock that `asked` is told by too. */
export function openTimesAway<Kind extends string>(
  projects: readonly string[],
  now: () => number = () => performance.now(),
): TimesAway<Kind> {
  const first = now()
  const underWay = new Set<Fault<Kind>>()
  /** By project: the faults from which it is not back, with those that were under way meanwhile. */
  const awaited = new Map(projects.map((project) => [project, new Map<Fault<Kind>, Set<Fault<Kind>>>()]))
  const ended: TimeAway<Kind>[] = []

  const time = (project: string, { kind, at }: Fault<Kind>, others: Set<Fault<Kind>>, isBack: boolean) => ({
    ...{ kind, project, at: (at - first) / 1000, lasted: (now() - at) / 1000, isBack },
    beside: [...new Set([...others].map((other) => other.kind))].sort(),
  })

  return {
    begin: (kind) => {
      const fault = { kind, at: now() }
      for (const waiting of awaited.values()) {
        const others = new Set([...underWay, ...waiting.keys()])
        for (const beside of waiting.values()) beside.add(fault)
        waiting.set(fault, others)
      }
      underWay.add(fault)
      return () => void underWay.delete(fault)
    },
    answered: (project, asked) => {
      const waiting = awaited.get(project) ?? new Map<Fault<Kind>, Set<Fault<Kind>>>()
      for (const [fault, others] of waiting) {
        if (fault.at >= asked) continue
        ended.push(time(project, fault, others, true))
        waiting.delete(fault)
      }
    },
    all: () => {
      const open = [...awaited].flatMap(([project, waiting]) =>
        [...waiting].map(([fault, others]) => time(project, fault, others, false)),
      )
      return [...ended, ...open]
    },
  }
}
