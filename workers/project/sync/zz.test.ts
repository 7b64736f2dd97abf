import { it } from 'vitest'
import { quirkMergesOnce } from '../../../fixtures/testing/quirkMergesCase.ts'

it('x', () => {
  quirkMergesOnce(Number(process.env.SEED))
})
