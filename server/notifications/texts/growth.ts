import type { NoticeTexts } from './shape.ts'

/** Competitions, levels, benefits and the team. */
export const growthNoticeTexts = {
  competitionEnded: {
    title: /*i18n*/ { id: 'notice.competitionEnded', message: '{name}: you came {rank} of {of}' },
    content: /*i18n*/ { id: 'notice.competitionEndedText', message: 'The competition is over and its table is final.' },
  },
  competitionPrize: {
    title: /*i18n*/ { id: 'notice.competitionPrize', message: '{name}: you won {prize} USDT' },
    content: /*i18n*/ { id: 'notice.competitionPrizeText', message: 'Your place was {rank}. The prize is in your balance.' },
  },
  competitionSelfCrossing: {
    title: /*i18n*/ { id: 'notice.competitionSelfCrossing', message: '{name}: you were taken out of the competition' },
    content: /*i18n*/ {
      id: 'notice.competitionSelfCrossingText',
      message:
        'The reason is opposite trades of accounts that belong together. Everybody can read it in the table. If this is wrong, write to us.',
    },
  },
  competitionManyAccounts: {
    title: /*i18n*/ { id: 'notice.competitionManyAccounts', message: '{name}: you were taken out of the competition' },
    content: /*i18n*/ {
      id: 'notice.competitionManyAccountsText',
      message: 'The reason is several accounts of one person. Everybody can read it in the table. If this is wrong, write to us.',
    },
  },
  levelUp: {
    title: /*i18n*/ { id: 'notice.levelUp', message: 'Your level is now {level}, {name}' },
    content: /*i18n*/ { id: 'notice.levelUpText', message: 'Your net assets averaged {average} USDT over three days.' },
  },
  levelFalling: {
    title: /*i18n*/ { id: 'notice.levelFalling', message: 'Your level would change to {level}, {name}, on {day}' },
    content: /*i18n*/ {
      id: 'notice.levelFallingText',
      message:
        'Your net assets averaged {average} USDT over 14 days. Your level is kept if the average recovers before then. There is nothing you have to do.',
    },
  },
  levelKept: {
    title: /*i18n*/ { id: 'notice.levelKept', message: 'You keep your level {level}, {name}' },
    content: /*i18n*/ { id: 'notice.levelKeptText', message: 'Your average has recovered. The change we announced is called off.' },
  },
  levelDown: {
    title: /*i18n*/ { id: 'notice.levelDown', message: 'Your level is now {level}, {name}' },
    content: /*i18n*/ {
      id: 'notice.levelDownText',
      message: 'Your net assets averaged {average} USDT over 14 days. All your money stays as it is.',
    },
  },
  levelBonus: {
    title: /*i18n*/ { id: 'notice.levelBonus', message: 'A bonus of {amount} USDT for level {level}' },
    content: /*i18n*/ { id: 'notice.levelBonusText', message: 'It is in your balance. You can use or withdraw it at any time.' },
  },
  envelope: {
    title: /*i18n*/ { id: 'notice.envelope', message: 'Your Monday envelope: {amount} USDT' },
    content: /*i18n*/ { id: 'notice.envelopeText', message: 'It is in your balance. You can use or withdraw it at any time.' },
  },
  teamIncome: {
    title: /*i18n*/ { id: 'notice.teamIncome', message: 'Your team brought you {amount} USDT' },
    content: /*i18n*/ {
      id: 'notice.teamIncomeText',
      message: 'It is your share of the trading fees that people you invited paid on {day}.',
    },
  },
  taskDone: {
    title: /*i18n*/ { id: 'notice.taskDone', message: 'A task is done and its reward is waiting' },
    content: /*i18n*/ { id: 'notice.taskDoneText', message: 'You can collect it under Benefits. It does not expire.' },
  },
} as const satisfies NoticeTexts
