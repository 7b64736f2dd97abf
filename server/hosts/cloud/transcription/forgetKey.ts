/**
 * Who has set a password anew by a mail, or through the operator, cannot open what the former one has sealed: the key to results goes, and with it the
 * results that only it opens. Those for a key that a program keeps by itself stay.
 */
import type { CloudDatabase } from '../database.ts'

export function forgetTranscriptionKey(
  { db, transaction }: Pick<CloudDatabase, 'db' | 'transaction'>,
  account: string,
): void {
  transaction(() => {
    db.prepare(`UPDATE transcriptions SET seconds = CASE status WHEN 'success' THEN seconds ELSE 0 END, status = 'lost'
WHERE account = ?1 AND status IN ('waiting', 'running', 'success')
AND publicKey = (SELECT CASE WHEN json_valid(transcriptionKey) THEN json_extract(transcriptionKey, '$.publicKey') END
  FROM accounts WHERE id = ?1)`).run(account)
    db.prepare('UPDATE accounts SET transcriptionKey = NULL WHERE id = ?').run(account)
  })
}
