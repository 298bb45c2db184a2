import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'

/** Most alerts that one person keeps (docs/rules/prices.md). */
export const maxPriceAlerts = 50

const op = z.enum(['>=', '<='])
export type PriceAlertOperator = z.output<typeof op>
const channel = z.enum(['push', 'inbox'])

/** A price to be told of, compared with the index price of every second's record. */
export const PriceAlert = z.object({
  id: z.string(),
  symbol: z.string(),
  op,
  price: decimalSchema,
  /** True: told once, then done. False: told again each time the price came back by 0.1 % of `price` in between. */
  once: z.boolean(),
  channels: z.array(channel),
  /** 1 waiting for the price, 2 told and waiting for it to come back, 3 done. */
  status: z.int(),
  createTime: wireTimeSchema,
  /** When it was told last, and the price of the record that did it. */
  firedTime: z.optional(wireTimeSchema),
  firedPrice: z.optional(decimalSchema),
})
export type PriceAlert = z.output<typeof PriceAlert>

const listPath = '/api/trade/alert/list'
const alertId = z.string().check(z.regex(/^\d{1,20}$/))

export const alerts = {
  /** Newest first. */
  list: defineGetCall(listPath, { access: 'signedIn', params: z.object({}), reply: z.array(PriceAlert), kept: 'page' }),
  /** With an id it is changed and waits anew. Whatever the channels, the inbox keeps a copy. */
  save: definePostCall('/api/trade/alert/save', {
    access: 'signedIn',
    once: true,
    body: z.object({
      id: z.optional(alertId),
      symbol: z.string().check(z.maxLength(20)),
      op,
      price: positiveDecimalInput,
      once: z.boolean(),
      channels: z._default(z.array(channel).check(z.minLength(1), z.maxLength(2)), ['inbox']),
    }),
    reply: PriceAlert,
    touches: [listPath],
  }),
  remove: definePostCall('/api/trade/alert/remove', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: alertId }),
    reply: z.object({ id: z.string() }),
    touches: [listPath],
  }),
}
