/** Going back to an earlier state (rebase) takes the answers' versions back too; doing a new change never does. */
export type Direction = 'forward' | 'rewind'
