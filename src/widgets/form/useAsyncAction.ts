import { useState } from 'react'
import { ApiError, createUnansweredError } from '#api/apiError.ts'
import { type SheetOutcomeOptions, useSheetOutcomeHandler } from './useSheetOutcome.ts'

/** One thing that is asked for in a sheet once or again: what came of it, why not, and whether it is under way. */
export function useAsyncAction<T>(outcome: SheetOutcomeOptions<T>) {
  const [result, setResult] = useState<T>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setIsBusy] = useState(false)
  const { succeed, fail } = useSheetOutcomeHandler(outcome)

  async function run(work: () => Promise<T>): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const made = await work()
      setResult(made)
      succeed(made)
    } catch (problem) {
      const met = problem instanceof ApiError ? problem : createUnansweredError('NETWORK', problem)
      setFailure(met)
      fail(met)
    } finally {
      setIsBusy(false)
    }
  }
  return { result, failure, isBusy, run }
}
