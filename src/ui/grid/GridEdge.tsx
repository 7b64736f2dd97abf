/** The right edge of a head, which the pointer takes hold of to make its column wider or narrower. The keys for it stand in `columnKeys.ts`. */
export const GridEdge = ({ col }: { col: number }) => <span className="ui-grid-edge" data-edge={col} aria-hidden />
