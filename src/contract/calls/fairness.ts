import * as z from 'zod/mini'
import { read } from '../call.ts'

export const fairness = {
  /** Ours (call 165): the day's commitment, and after the day its seed, so that anyone can recompute the simulated market. */
  simSeed: read('/api/public/fair/simSeed', {
    access: 'open',
    params: z.object({ day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)) }),
    reply: z.object({ day: z.string(), commit: z.nullable(z.string()), seed: z.nullable(z.string()) }),
    kept: 'nowhere',
  }),
}
