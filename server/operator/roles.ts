/** What a member of staff may be (docs/rules/fair-dealing.md). */
export const staffRoles = ['reviewer', 'contentEditor', 'productManager', 'risk', 'auditor'] as const
export type StaffRole = (typeof staffRoles)[number]

export type StaffAction =
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
  | 'market.delist'
  | 'ledger.show'
  | 'ledger.check'
  | 'feed.list'
  | 'feed.propose'
  | 'feed.decide'
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
  | 'bank.list'
  | 'bank.details'
  | 'bank.enter'
  | 'bank.agree'
  | 'pool.list'
  | 'pool.import'
  | 'content.publish'
  | 'setting.change'
  | 'terms.announce'
  | 'legal.propose'
  | 'legal.decide'
  | 'legal.disable'
  | 'log.show'
  | 'log.verify'

/**
 * Who may do what. Files of an identity check are seen by two roles, reviewer and auditor. The auditor changes nothing. The
 * product manager announces future terms, of withdrawals alone, offers competitions and sets what every app is told of the system; with risk it proposes and approves what is offered in which country; all other terms are part of the release. What no row names, nobody can do.
 */
export const staffPermissions: Readonly<Record<StaffAction, readonly StaffRole[]>> = {
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
  'market.delist': ['risk'],
  'ledger.show': ['risk', 'auditor'],
  'ledger.check': ['risk'],
  'feed.list': ['reviewer', 'risk', 'auditor'],
  'feed.propose': ['risk'],
  'feed.decide': ['reviewer', 'risk'],
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
  'bank.list': ['reviewer', 'risk', 'auditor'],
  'bank.details': ['risk'],
  'bank.enter': ['reviewer', 'risk'],
  'bank.agree': ['reviewer', 'risk'],
  'pool.list': ['reviewer', 'risk', 'auditor'],
  'pool.import': ['risk'],
  'content.publish': ['contentEditor'],
  'setting.change': ['risk', 'productManager'],
  'terms.announce': ['productManager'],
  'legal.propose': ['productManager', 'risk'],
  'legal.decide': ['productManager', 'risk'],
  'legal.disable': ['productManager', 'risk'],
  'log.show': ['risk', 'auditor'],
  'log.verify': staffRoles,
}

export const isStaffRole = (text: string): text is StaffRole => (staffRoles as readonly string[]).includes(text)
