/** Which property does the table of quirks by properties open on? One that divides the sources, else one that says anything at all. */

/** A property with more values than these is a name or a number of each source. */
const mostColumns = 12

/** `valuesOf`: how many different values a property has. The first of `all` that suits; undefined where there is none. */
export function firstProperty<P extends { readonly id: number }>(
  all: readonly P[],
  valuesOf: (id: number) => number,
): P | undefined {
  // One value divides nothing, and so does one for each source.
  const divides = ({ id }: P) => valuesOf(id) > 1 && valuesOf(id) <= mostColumns
  return all.find(divides) ?? all.find(({ id }) => valuesOf(id) > 0) ?? all[0]
}
