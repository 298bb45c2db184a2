import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { clientIpKey } from '../../core/addresses/addressKey.ts'
import { type TokenBucketRate, createTokenBuckets } from './tokenBucket.ts'

/**
 * What comes in bursts (docs/rules/wire.md). Reads, previews among them: a phone may open many screens at once; an office or a carrier is ten
 * of them. Orders: somebody who trades fast is not stopped in the middle of it.
 */
export const defaultBucketRates = {
  readsPerUser: { burst: 300, perSecond: 10 },
  readsPerIp: { burst: 3_000, perSecond: 100 },
  ordersPerUser: { burst: 60, perSecond: 1 },
} as const satisfies Record<string, TokenBucketRate>

export type BucketRates = Record<keyof typeof defaultBucketRates, TokenBucketRate>

export interface BucketLimiters {
  /** Counts a read of this address. Refuses tooMany {seconds}. */
  takeReadOfAddress(request: FastifyRequest, reply: FastifyReply, nowMs: number): void
  /** Counts a read of this person. Refuses tooMany {seconds}. */
  takeReadOfUser(userId: string, reply: FastifyReply, nowMs: number): void
  /** Counts an order of this person. Refuses tooMany {seconds}. */
  takeOrderOfUser(userId: string, reply: FastifyReply, nowMs: number): void
}

const { secondContracts, swap, trading } = contract
const orderPaths: ReadonlySet<string> = new Set([trading.openPosition, secondContracts.buy, swap.swap].map(({ path }) => path))

/** Whether the call places an order; what closes, cancels or protects is none, and never waits for orders. */
export const isOrderPath = (path: string): boolean => orderPaths.has(path)

/**
 * Limits of reads and orders, told to the caller in the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): the
 * whole quota and the seconds in which it comes back, what is left of it and the seconds until it is whole. The last one that was counted is
 * told.
 */
export function createBucketLimiters({ readsPerUser, readsPerIp, ordersPerUser }: BucketRates): BucketLimiters {
  const limit = (name: string, rate: TokenBucketRate) => {
    const buckets = createTokenBuckets(rate)
    const policy = `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perSecond)}`
    return (key: string, reply: FastifyReply, nowMs: number): void => {
      const { waitSeconds, left, fullSeconds } = buckets.take(key, nowMs)
      reply.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${left};t=${fullSeconds}`)
      if (waitSeconds > 0) throw new Refusal('tooMany', { seconds: waitSeconds })
    }
  }
  const ofAddress = limit('address', readsPerIp)
  return {
    takeReadOfAddress: (request, reply, nowMs) => ofAddress(clientIpKey(request.ip), reply, nowMs),
    takeReadOfUser: limit('person', readsPerUser),
    takeOrderOfUser: limit('orders', ordersPerUser),
  }
}
