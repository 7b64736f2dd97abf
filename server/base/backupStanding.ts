/** How the backups that a server makes by itself stand: kept in its folder, so that a start knows when the next one is due. */
import { z } from 'zod'

const outcome = z.object({
  /** ms since 1970. */
  at: z.number(),
  ok: z.boolean(),
  /** What was made or tried, or in a few words what was wrong. */
  detail: z.string(),
})

export const backupStanding = z.object({
  /** The last one that was made, or could not be. */
  made: z.exactOptional(outcome),
  /** When the last good one was made. */
  good: z.exactOptional(z.number()),
  /** The last restore that was tried. */
  tried: z.exactOptional(outcome),
})
export type BackupStanding = z.infer<typeof backupStanding>
export type Outcome = z.infer<typeof outcome>

export const standingName = 'backupStanding.json'
