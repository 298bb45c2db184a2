import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { showToast } from '#ui/toast.ts'

/** What becomes of the answer to something that was confirmed in a sheet. */
export interface SheetOutcomeOptions<R> {
  /** Said where the sheet was put away before the answer: "Order placed". Nothing where it is seen anyway. */
  toast?: (made: R) => string
  /** Done while the sheet is still there: who put it away looks at something else by now, which nothing may close or leave. */
  onDone?: (made: R) => void
  /** It would have cost something: a refusal says that it did not. */
  paid?: boolean
}

const sessionEnded = 401

/** Takes the answer to what a sheet sent. Where the sheet is gone by then a toast says what came of it. */
export function useSheetOutcomeHandler<R>({ toast, onDone, paid = false }: SheetOutcomeOptions<R>) {
  const { t } = useLingui()
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  return {
    succeed(made: R): void {
      if (isThere.current) onDone?.(made)
      else if (toast) showToast(toast(made), { tone: 'good' })
    },
    fail(error: ApiError): void {
      // A session that has ended is said by the way to sign-in.
      if (isThere.current || error.code === sessionEnded) return
      // The request id went with the sheet, so here asking again would not be safe.
      const unknown = t`No answer came, so it may have been done. Look before you try again.`
      const refused = paid ? `${error.message} ${t`Nothing was charged.`}` : error.message
      showToast(isUnansweredError(error) ? unknown : refused, { tone: 'bad' })
    },
  }
}
