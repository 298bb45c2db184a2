import { useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'

/** One thing that is asked for once or again: what came of it, why not, and whether it is under way. */
export function useAttempt<T>() {
  const [result, setResult] = useState<T>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setIsBusy] = useState(false)

  async function run(work: () => Promise<T>): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setResult(await work())
    } catch (problem) {
      setFailure(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
    } finally {
      setIsBusy(false)
    }
  }
  return { result, failure, isBusy, run }
}
