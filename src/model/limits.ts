/**
 * The business constants of the specification (1 §9, 2 §9) that the code reads, and the bounds that keep a project sound. Times in ms, sizes in
 * px unless said. Sizes that only a style sheet needs stand there.
 */

export const fontSize = { least: 11, most: 24, usual: 16 } as const
export const highlightColumnWidth = { least: 5, most: 30, usual: 8 } as const
export const memoColumnWidth = { least: 25, most: 50, usual: 35, closed: 10 } as const

/** Minutes without input after which a protected project is locked. */
export const lockAfter = { least: 1, most: 240, usual: 30 } as const

export const mobileColours = 5
export const nestingDepth = 3
export const bubbleSize = { least: 24, most: 100 } as const
export const mostUsed = 5
export const filteredAnswersQuirkId = -2

export const placement = {
  step: 100,
  x: { from: 50, to: 525 },
  y: { from: 50, to: 700 },
  random: { x: 525, y: 700 },
} as const
export const importedPlacement = { from: 1, to: 400 } as const
/** `leastFitted`: ours, where all quirks are to be seen at once. */
export const zoom = { step: 0.08, least: 0.5, most: 4, leastFitted: 0.05 } as const
export const hoverDelay = { first: 200, second: 840 } as const
/** A bubble under the pointer has a ring, then a card that tells about it. */
export const pointDelay = { ring: 60, card: 500 } as const
export const modalCloseDelay = { escape: 50, backdrop: 100 } as const
export const treeColumnWidth = { withGrandchildren: 350, without: 200 } as const
export const capture = {
  width: 1920,
  scaleFrom: 1632,
  columns: 7,
  arrangedWidth: 800,
  rowHeight: 200,
  image: 400,
} as const

/** `long`: ours, for an error, for what has a button, and for what takes a while to read. */
export const toastTime = { usual: 3000, long: 6000 } as const
export const snippetBounds = 50
export const searchDebounce = 300
export const sidebar = { leastWidth: 350 } as const
export const panelHeights = { quirks: '30rem', groups: '20rem', stopList: '24rem' } as const
/** 1 §2: a window that is not wider is one of a phone. */
export const smallWindow = 640
export const leastFetchDelay = 200
export const chunkReloadEvery = 60_000

/** Specification 1 §4, "Realtime connection". */
export const connection = {
  pingEvery: 10_000,
  silence: 30_000,
  retryAfter: 3000,
  attempts: 5,
  /** Ours: who works without a server tries again so late. */
  withoutServer: 10_000,
  /** Ours: so long a ticket or a socket may take to come before it counts as an attempt that failed. */
  opens: 15_000,
  /** Ours: an attempt comes so much later at most, so that all who were cut off together do not come back at once. */
  spread: 1000,
} as const

export const localeCookieDays = 365
export const languages = ['de', 'en', 'es', 'fr', 'pt'] as const
export const trial = { days: 14, dayMs: 86_400_000, longestMs: 1_209_600_000, portPollMs: 3000 } as const
export const spreadsheetCell = 32_767
export const wordSpacingAfter = 150

/** Ours: what a project may hold in one place, so that a hostile or broken client cannot make it unusable. UTF-16 units. */
export const longestTitle = 2000
export const longestText = 100_000
export const longestAnswer = 64 * 1024 * 1024
export const longestParagraph = 20_000
/** A push or an event above this many bytes goes by HTTP; the socket takes frames up to 1 MiB. */
export const socketBytes = 256 * 1024
export const frameBytes = 1024 * 1024
export const pushBytes = 64 * 1024 * 1024
/** Rows in one window of a list. */
export const windowRows = 500
/** Of a long passage in a list, until it is asked for whole. */
export const longestQuote = 1200
/** Quotes written at once into a file. */
export const fileRows = 5000
/** The SQL console: rows that are kept of an answer and their bytes in all, units shown of a cell, ms for a statement, bytes of a file. */
export const statements = {
  rows: 10_000,
  kept: 32 * 1024 * 1024,
  cell: 1000,
  most: 15_000,
  file: 512 * 1024 * 1024,
  longest: 100_000,
  longestTitle: 200,
} as const

/** Bytes that the states of all named versions of a project may take together; beyond, the log is kept as far back as a version needs it. */
export const mostBytesOfVersions = 256 * 1024 * 1024

/** The property of sources that has the folders in which their files were imported. */
export const folderProperty = 'Folder'

/** Merging projects (2 §4): rows whose id is taken get one so much further on; texts are alike up to this part of the longer one; rows of all projects together, `mostRowsInto` where they come into an open one. */
export const mergedProjects = { renumberBy: 1000, alike: 0.05, mostRows: 2_000_000, mostRowsInto: 1_000_000 } as const
