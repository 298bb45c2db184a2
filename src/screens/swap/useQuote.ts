import { useCallback, useEffect, useReducer } from 'react'
import { ApiError, isUnanswered, unanswered } from '#api/apiError.ts'
import { useBook } from '#api/book.ts'
import { send } from '#api/send.ts'
import { serverNow } from '#api/serverClock.ts'
import { swap, type SwapQuote } from '#contract/calls/swap.ts'

export interface QuoteAsked {
  fromCurrency: string
  toCurrency: string
  side: 'from' | 'to'
  amount: string
}

export interface QuoteState {
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

type Step = { quote: SwapQuote; asked: string } | { error: ApiError } | 'forget'

const none: ReadonlySet<keyof SwapQuote> = new Set()
const nothing = { quote: undefined, asked: '', changed: none, error: undefined, turn: 0 }
type Held = Omit<QuoteState, 'isCurrent'> & { asked: string }

function next(held: Held, step: Step): Held {
  if (step === 'forget') return { ...nothing, turn: held.turn }
  if ('error' in step) return { ...nothing, error: step.error, turn: held.turn }
  const { quote, asked } = step
  return { quote, asked, changed: held.asked === asked ? differences(held.quote, quote) : none, error: undefined, turn: held.turn + 1 }
}

function differences(before: SwapQuote | undefined, after: SwapQuote): ReadonlySet<keyof SwapQuote> {
  if (!before) return none
  return new Set((Object.keys(after) as (keyof SwapQuote)[]).filter((key) => typeof after[key] === 'string' && before[key] !== after[key]))
}

const typingMs = 300
/** A quote is replaced this long before it runs out, so that what is confirmed is still good when it arrives. */
const earlyMs = 2_000
const againMs = 5_000

/** A late price comes back by itself, and so does a connection. */
const comesBack = (error: ApiError): boolean => isUnanswered(error) || error.key === 'FEED_STALE'

/** A firm price for what is asked, asked for again before it runs out (product §2.8). `undefined` rests. */
export function useQuote(asked: QuoteAsked | undefined): QuoteState & { refresh(): void } {
  const inBook = useBook()
  const [held, dispatch] = useReducer(next, nothing)
  const [turn, refresh] = useReducer((turns: number) => turns + 1, 0)
  const wish = asked ? `${asked.fromCurrency}:${asked.toCurrency}:${asked.side}:${asked.amount}` : ''
  const pair = asked ? `${asked.fromCurrency}:${asked.toCurrency}` : ''

  // Another pair has nothing in common with the quote before.
  useEffect(() => () => dispatch('forget'), [pair])
  useEffect(() => {
    if (!wish) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        const quote = await send(swap.quote, { accountType: inBook, ...paramsOf(wish) }, { signal: leaving.signal })
        if (leaving.signal.aborted) return
        dispatch({ quote, asked: wish })
        timer = setTimeout(() => void ask(), Math.max(quote.expireAt - serverNow() - earlyMs, 3_000))
      } catch (problem) {
        if (leaving.signal.aborted) return
        const error = problem instanceof ApiError ? problem : unanswered('NETWORK', problem)
        dispatch({ error })
        if (comesBack(error)) timer = setTimeout(() => void ask(), againMs)
      }
    }
    timer = setTimeout(() => void ask(), typingMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [wish, turn, inBook])

  const { asked: answered, ...rest } = held
  return { ...rest, isCurrent: held.quote !== undefined && answered === wish, refresh: useCallback(() => refresh(), []) }
}

function paramsOf(wish: string) {
  const [fromCurrency = '', toCurrency = '', side, amount = ''] = wish.split(':')
  return { fromCurrency, toCurrency, ...(side === 'from' ? { fromAmount: amount } : { toAmount: amount }) }
}
