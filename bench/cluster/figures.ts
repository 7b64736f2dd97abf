/** Seconds of processor: of PostgreSQL, and of the node that asks. */
export interface Cost {
  database: number
  node: number
}

/** What the deeds of several nodes cost, as `measure.ts` found it on one machine. Sizes in megabytes of 2^20 bytes. */
export interface Figures {
  /** Of a statement that appends, besides its records; and of each record. */
  statement: Cost
  record: Cost
  /** Bytes of the write-ahead log for each record. */
  walBytes: number
  /** A lease taken and let go. */
  claim: Cost
  /** A node that renews itself, and each lease that it looks up with that. */
  renew: { each: number; lease: number }
  /** A node that asks how far the accounts are. */
  follow: number
  /** A megabyte of a project, as a base to PostgreSQL; how much of it is left once it is packed. */
  base: Cost
  packed: number
  /** A megabyte of a base back into a file; a step behind it. */
  restore: { megabyte: Cost; step: Cost }
}

/** As measured on 2026-11-28 (`MEASURE=1 npm run prove -- manyNodes`): two shared cores, PostgreSQL 18.4, while others worked on them too. */
export const measured: Figures = {
  statement: { database: 1.04e-3, node: 5.2e-4 },
  record: { database: 5.2e-5, node: 3.0e-5 },
  walBytes: 1030,
  claim: { database: 1.97e-3, node: 1.56e-3 },
  renew: { each: 3.5e-4, lease: 1.3e-6 },
  follow: 6.0e-5,
  base: { database: 3.1e-3, node: 1.81e-2 },
  packed: 0.2,
  restore: { megabyte: { database: 9.6e-4, node: 1.36e-2 }, step: { database: 5.0e-6, node: 1.41e-4 } },
}
