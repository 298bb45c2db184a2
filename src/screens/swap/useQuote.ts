import { useCallback, useEffect, useReducer } from 'react'
import { ApiError, isUnansweredError, createUnansweredError } from '#api/apiError.ts'
import { useAccountType } from '#api/accountType.ts'
import { sendApiCall } from '#api/send.ts'
import { serverNow } from '#api/serverClock.ts'
import { swap, type SwapQuote } from '#contract/calls/swap.ts'

export interface SwapQuoteRequest {
  fromCurrency: string
  toCurrency: string
  side: 'from' | 'to'
  amount: string
}

export interface SwapQuoteState {
  /** The newest quote; while another one is on its way still the one before it. */
  quote: SwapQuote | undefined
  /** It is the answer to what is asked now, and may be confirmed. */
  isCurrent: boolean
  /** Names of the figures that moved with the last silent re-quote. */
  changed: ReadonlySet<keyof SwapQuote>
  error: ApiError | undefined
  /** How many quotes there were: restarts what is drawn anew for each. */
  turn: number
}

type Step = { quote: SwapQuote; requestKey: string } | { error: ApiError } | 'forget'

const none: ReadonlySet<keyof SwapQuote> = new Set()
const emptyState = { quote: undefined, requestKey: '', changed: none, error: undefined, turn: 0 }
type QuoteState = Omit<SwapQuoteState, 'isCurrent'> & { requestKey: string }

function reduceQuote(state: QuoteState, step: Step): QuoteState {
  if (step === 'forget') return { ...emptyState, turn: state.turn }
  if ('error' in step) return { ...emptyState, error: step.error, turn: state.turn }
  const { quote, requestKey } = step
  return {
    quote,
    requestKey,
    changed: state.requestKey === requestKey ? changedFields(state.quote, quote) : none,
    error: undefined,
    turn: state.turn + 1,
  }
}

function changedFields(previous: SwapQuote | undefined, nextQuote: SwapQuote): ReadonlySet<keyof SwapQuote> {
  if (!previous) return none
  return new Set(
    (Object.keys(nextQuote) as (keyof SwapQuote)[]).filter((key) => typeof nextQuote[key] === 'string' && previous[key] !== nextQuote[key]),
  )
}

const typingMs = 300
/** A quote is replaced this long before it runs out, so that what is confirmed is still good when it arrives. */
const earlyMs = 2_000
const retryMs = 5_000

/** A late price comes back by itself, and so does a connection. */
const isTemporaryError = (error: ApiError): boolean => isUnansweredError(error) || error.key === 'FEED_STALE'

/** A firm price for what is asked, asked for again before it runs out (docs/rules/swaps.md). `undefined` rests. */
export function useSwapQuote(request: SwapQuoteRequest | undefined): SwapQuoteState & { refresh(): void } {
  const inBook = useAccountType()
  const [state, dispatch] = useReducer(reduceQuote, emptyState)
  const [turn, refresh] = useReducer((turns: number) => turns + 1, 0)
  const requestKeyText = request ? `${request.fromCurrency}:${request.toCurrency}:${request.side}:${request.amount}` : ''
  const pair = request ? `${request.fromCurrency}:${request.toCurrency}` : ''

  // Another pair has nothing in common with the quote before.
  useEffect(() => () => dispatch('forget'), [pair])
  useEffect(() => {
    if (!requestKeyText) return
    const abortController = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const fetchQuote = async () => {
      try {
        const quote = await sendApiCall(
          swap.quote,
          { accountType: inBook, ...parseRequestKey(requestKeyText) },
          { signal: abortController.signal },
        )
        if (abortController.signal.aborted) return
        dispatch({ quote, requestKey: requestKeyText })
        timer = setTimeout(() => void fetchQuote(), Math.max(quote.expireAt - serverNow() - earlyMs, 3_000))
      } catch (problem) {
        if (abortController.signal.aborted) return
        const error = problem instanceof ApiError ? problem : createUnansweredError('NETWORK', problem)
        dispatch({ error })
        if (isTemporaryError(error)) timer = setTimeout(() => void fetchQuote(), retryMs)
      }
    }
    timer = setTimeout(() => void fetchQuote(), typingMs)
    return () => {
      abortController.abort()
      clearTimeout(timer)
    }
  }, [requestKeyText, turn, inBook])

  const { requestKey: answeredKey, ...rest } = state
  return { ...rest, isCurrent: state.quote !== undefined && answeredKey === requestKeyText, refresh: useCallback(() => refresh(), []) }
}

function parseRequestKey(requestKeyText: string) {
  const [fromCurrency = '', toCurrency = '', side, amount = ''] = requestKeyText.split(':')
  return { fromCurrency, toCurrency, ...(side === 'from' ? { fromAmount: amount } : { toAmount: amount }) }
}
