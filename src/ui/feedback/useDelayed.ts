import { useEffect, useState } from 'react'

/** True once `ms` have passed since the component appeared: what loads faster than that shows no skeleton. */
export function useDelayed(ms = 200): boolean {
  const [over, setOver] = useState(ms === 0)
  useEffect(() => {
    const timer = setTimeout(setOver, ms, true)
    return () => clearTimeout(timer)
  }, [ms])
  return over
}
