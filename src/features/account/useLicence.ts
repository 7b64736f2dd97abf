import { useCallback, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { facts } from '../../data/server/serverFacts.ts'
import { homeRegion } from '../../i18n/homeRegion.ts'
import type { LicenceConfig, LicencePrice } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { Frequency } from '../../model/rules/money.ts'

export interface LicenceState {
  config: LicenceConfig
  price: LicencePrice | null
  problem: Problem | null
  file: File | null
  /** Whether the code counts in the price that is shown. */
  isDiscounted: boolean
  choose: (change: { sector?: string; country?: string; frequency?: Frequency }) => void
  setFile: (file: File | null) => void
  /** Looks up what is left of the price. */
  applyCoupon: (code: string) => Promise<void>
  /** As the server takes it. */
  form: () => FormData
}

/** Where the browser says that it is. */
const homeCountry = (): string => homeRegion(navigator.languages) ?? 'DE'

/** Which licence somebody wants, and what it costs: looked up at each change. */
export function useLicence(): LicenceState {
  const [config, setConfig] = useState<LicenceConfig>(() => ({
    licence: 'cloud',
    sector: facts().payment?.sectors[0] ?? '',
    country: homeCountry(),
    frequency: 'year',
  }))
  const [price, setPrice] = useState<LicencePrice | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const ask = useCallback(
    (wanted: LicenceConfig) => api('GET /web/api/v2/register/price', { query: { ...wanted }, anonymous: true }),
    [],
  )
  const { coupon } = config
  useEffect(() => {
    // A code was looked up when it was applied.
    if (coupon !== undefined) return
    let isLast = true
    setPrice(null)
    setProblem(null)
    void ask(config).then((answer) => {
      if (!isLast) return
      if (isProblem(answer)) setProblem(answer.problem)
      else setPrice(answer.ok)
    })
    return () => {
      isLast = false
    }
  }, [ask, config, coupon])
  return {
    config,
    price,
    problem,
    file,
    isDiscounted: coupon !== undefined,
    choose: (change) => setConfig(({ coupon: _, ...before }) => ({ ...before, ...change })),
    setFile,
    applyCoupon: async (code) => {
      const wanted = { ...config, coupon: code.trim() }
      const answer = await ask(wanted)
      setProblem(isProblem(answer) ? answer.problem : null)
      if (isProblem(answer)) return
      setPrice(answer.ok)
      setConfig(wanted)
    },
    form: () => {
      const form = new FormData()
      form.append('selectedConfig', JSON.stringify(config))
      if (config.sector === 'student' && file) form.append('file', file)
      return form
    },
  }
}
