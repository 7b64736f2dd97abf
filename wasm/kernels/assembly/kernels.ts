// The kernels' WebAssembly module, in AssemblyScript: what runs over every highlight or every byte of text. Built by ../build.ts; called
// by the files beside this folder, each of which says what its function promises. Memory is the caller's: all pointers are bytes into
// the imported memory, nothing is allocated here.
export { countRows, filterRows, keepTouched, touchRows } from './filter'
export { fold } from './fold'
export { gather, radixCount, radixPass } from './order'
export { against, countPairs, pairs, sweep, sweepBlock, touch } from './overlaps'
export { groupsWith, overlapRows } from './quirkFilters'
export { histogram, places, search } from './search'
export { countWords, rehash } from './words'
