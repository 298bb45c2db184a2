import { accountNoticeTexts } from './texts/account.ts'
import { earnNoticeTexts } from './texts/earn.ts'
import { growthNoticeTexts } from './texts/growth.ts'
import { moneyNoticeTexts } from './texts/money.ts'
import { tradingNoticeTexts } from './texts/trading.ts'
import type { NoticeTexts } from './texts/shape.ts'

/** Every notice that an inbox can hold, by its kind. `{name}` is filled from the notice's params, for whoever reads, in their language. */
export const noticeTextsByKind = {
  ...tradingNoticeTexts,
  ...accountNoticeTexts,
  ...moneyNoticeTexts,
  ...earnNoticeTexts,
  ...growthNoticeTexts,
  supportAnswered: {
    title: /*i18n*/ { id: 'notice.supportAnswered', message: 'We answered you: {title}' },
    content: /*i18n*/ { id: 'notice.supportAnsweredText', message: 'You can read the answer and reply in Live chat.' },
  },
  sampleSystem: {
    title: /*i18n*/ { id: 'notice.sampleSystem', message: 'Sample: a new device signed in' },
    content: /*i18n*/ {
      id: 'notice.sampleSystemText',
      message: 'This did not happen. News of your account and its safety will be here. It leads to your devices.',
    },
  },
  termsChange: {
    title: /*i18n*/ { id: 'notice.termsChange', message: 'Some terms that you use change on {day}' },
    content: /*i18n*/ {
      id: 'notice.termsChangeText',
      message:
        'Fees, rates, odds or leverage change then for new orders. What you have open keeps the terms on which it was made. Every change is listed with what holds now.',
    },
  },
  sampleTask: {
    title: /*i18n*/ { id: 'notice.sampleTask', message: 'Sample: a task is done and its reward is waiting' },
    content: /*i18n*/ {
      id: 'notice.sampleTaskText',
      message: 'This did not happen. News of verification, tasks and competitions will be here. It leads to your benefits.',
    },
  },
  sampleTransaction: {
    title: /*i18n*/ { id: 'notice.sampleTransaction', message: 'Sample: a deposit arrived' },
    content: /*i18n*/ {
      id: 'notice.sampleTransactionText',
      message:
        'This did not happen and nothing was booked. News of orders, deposits and withdrawals will be here. It leads to your records.',
    },
  },
} as const satisfies NoticeTexts

export type NoticeKind = keyof typeof noticeTextsByKind
