import type { Sound } from '#domain/sound.ts'

export const COPY = {
  title: '通知音',
  hint: 'この端末だけの設定です。ページを一度操作したあとに鳴ります。',
  silentMode: 'iPhone・iPadの消音モードでは鳴りません。',
  enabled: '通知音を鳴らす',
  volume: '音量',
  percent: (volume: number) => `${Math.round(volume * 100)}%`,
  samples: '試しに聞く',
} as const

export const SOUND_NAMES = {
  default: '標準',
  important: '重要',
  premium: 'プレミアム',
  achievement: '達成',
  'premium-special': 'プレミアム特別',
} as const satisfies Record<Sound, string>
