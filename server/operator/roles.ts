/** What a member of staff may be (product §3.2). */
export const roles = ['reviewer', 'contentEditor', 'productManager', 'risk', 'auditor'] as const
export type Role = (typeof roles)[number]

export type Action =
  | 'review.list'
  | 'review.show'
  | 'review.decide'
  | 'support.list'
  | 'support.show'
  | 'support.answer'
  | 'support.close'
  | 'adjust.list'
  | 'adjust.propose'
  | 'adjust.decide'
  | 'reserve.list'
  | 'reserve.propose'
  | 'reserve.decide'
  | 'market.halt'
  | 'product.freeze'
  | 'ieo.callOff'
  | 'debt.list'
  | 'debt.enter'
  | 'debt.agree'
  | 'debt.default'
  | 'competition.list'
  | 'competition.disqualify'
  | 'competition.offer'
  | 'network.pause'
  | 'content.publish'
  | 'setting.change'
  | 'terms.announce'
  | 'log.show'
  | 'log.verify'

/**
 * Who may do what. Files of an identity check are seen by two roles, reviewer and auditor. The auditor changes nothing. The
 * product manager announces future terms, of withdrawals alone, offers competitions and sets what every app is told of the system; all other terms are part of the release. What no row names, nobody can do.
 */
export const allowed: Readonly<Record<Action, readonly Role[]>> = {
  'review.list': ['reviewer', 'auditor'],
  'review.show': ['reviewer', 'auditor'],
  'review.decide': ['reviewer'],
  'support.list': ['reviewer', 'auditor'],
  'support.show': ['reviewer', 'auditor'],
  'support.answer': ['reviewer'],
  'support.close': ['reviewer'],
  'adjust.list': ['reviewer', 'risk', 'auditor'],
  'adjust.propose': ['reviewer', 'risk'],
  'adjust.decide': ['reviewer', 'risk'],
  'reserve.list': ['reviewer', 'risk', 'auditor'],
  'reserve.propose': ['risk'],
  'reserve.decide': ['reviewer', 'risk'],
  'market.halt': ['risk'],
  'product.freeze': ['reviewer', 'risk'],
  'ieo.callOff': ['risk'],
  'debt.list': ['reviewer', 'risk', 'auditor'],
  'debt.enter': ['reviewer', 'risk'],
  'debt.agree': ['reviewer', 'risk'],
  'debt.default': ['risk'],
  'competition.list': ['productManager', 'risk', 'auditor'],
  'competition.disqualify': ['risk'],
  'competition.offer': ['productManager'],
  'network.pause': ['risk'],
  'content.publish': ['contentEditor'],
  'setting.change': ['risk', 'productManager'],
  'terms.announce': ['productManager'],
  'log.show': ['risk', 'auditor'],
  'log.verify': roles,
}

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
