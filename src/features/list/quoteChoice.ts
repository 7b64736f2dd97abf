/** Which passages of a list are chosen: those that are named, or all but those. A million can be chosen without a list of them. */
export interface QuoteChoice {
  all: boolean
  named: ReadonlySet<number>
  /** Where a range begins, by id. */
  from: number | null
}

export const noChoice: QuoteChoice = { all: false, named: new Set(), from: null }
export const everything: QuoteChoice = { all: true, named: new Set(), from: null }

export const isChosen = ({ all, named }: QuoteChoice, id: number): boolean => all !== named.has(id)

export const chosenOf = ({ all, named }: QuoteChoice, total: number): number =>
  all ? Math.max(0, total - named.size) : named.size

export function toggled({ all, named }: QuoteChoice, id: number): QuoteChoice {
  const next = new Set(named)
  if (!next.delete(id)) next.add(id)
  return { all, named: next, from: id }
}

/** Chosen from where the range began (else from `from`) to `to`; `ids` are all, in their order. */
export function ranged(choice: QuoteChoice, ids: Float64Array, to: number, from: number): QuoteChoice {
  const begin = choice.from ?? from
  const [a, b] = [ids.indexOf(begin), ids.indexOf(to)]
  if (a < 0 || b < 0) return { ...choice, from: to }
  const within = ids.subarray(Math.min(a, b), Math.max(a, b) + 1)
  const named = new Set(choice.named)
  for (const id of within) {
    if (choice.all) named.delete(id)
    else named.add(id)
  }
  return { all: choice.all, named, from: begin }
}

/** Of `ids`, all there are, those that are chosen. */
export const chosenAmong = (choice: QuoteChoice, ids: Float64Array): Float64Array =>
  choice.all && choice.named.size === 0 ? ids : ids.filter((id) => isChosen(choice, id))

/** Without those that are no more in the list. */
export function stillListed(choice: QuoteChoice, ids: Float64Array): QuoteChoice {
  const named = new Set<number>()
  for (const id of ids) if (choice.named.has(id)) named.add(id)
  return named.size === choice.named.size ? choice : { ...choice, named }
}
