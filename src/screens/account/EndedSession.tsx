import { useEffect, useState } from 'react'
import { countLeft } from '../../data/copies/copies.ts'
import { useT } from '../../i18n/useT.ts'

/** How often a copy that is being closed is looked into, each time as long as a look waits for it. */
const looks = 8

/** On the way in: the session of this account was ended from elsewhere, or ran out, and what it had not sent waits here. */
export function EndedSession({ account }: { account: string }) {
  const t = useT()
  const [n, setN] = useState(0)
  useEffect(() => {
    let isGone = false
    const look = async () => {
      for (let left = looks; left > 0 && !isGone; left--) {
        const count = await countLeft(account).catch(() => 0)
        if (count === null) continue
        if (!isGone) setN(count)
        return
      }
    }
    void look()
    return () => {
      isGone = true
    }
  }, [account])
  return (
    <p className="landing-ended" role="status">
      {t('session.ended')} {n > 0 && t('session.waits', { n })}
    </p>
  )
}
