import { IMPORT_MAX_ROWS, type ImportableNoun, type ProfileImport } from '#domain/export.ts'
import { grouped } from '#ui/japanese-number.ts'

const count = (value: number): string => `${grouped(value)}件`

export const COPY = {
  exportTitle: 'データの書き出し',
  exportLead:
    'プロフィール・評価・お気に入り・視聴履歴・設定・ブロック・メッセージ・つながり・通知を、この端末にある内容でファイルにします。会話をさかのぼって読み込んでいない古いメッセージは入りません。接続がなくても書き出せますが、本人確認とポイントの記録はサーバーだけにあり、接続があるときに入ります。',
  asOf: (time: string) => `${time}時点の内容です。`,
  neverSynced: 'サーバーとの同期がまだ終わっていないため、一部がそろっていないことがあります。',
  json: 'JSONで書き出す',
  jsonHint: 'すべてを一つのファイルに。あとで読み込めるのはこちらです。',
  csv: 'CSVで書き出す',
  csvHint: '表計算ソフト用のCSVを、種類ごとに分けてZIPにまとめます。',
  exported: 'ファイルを書き出しました。',
  exportedWithout:
    'ファイルを書き出しました。サーバーにつながらないため、本人確認とポイントの記録は入っていません。',
  exportFailed: '書き出せませんでした。空き容量を確かめて、もう一度お試しください。',
  notOpen: '端末のデータを開いています…',
  importTitle: 'データの読み込み',
  importLead:
    '書き出したJSONから、評価・お気に入り・視聴履歴・設定・ブロックをこのアカウントに加え、プロフィールの空いている項目を埋めます。今ある内容は変わりません。プロフィールのほかは、接続がなくても読み込めます。',
  choose: 'ファイルを選ぶ',
  confirmTitle: 'このファイルを読み込みますか？',
  confirmBody: 'このアカウントにまだないものだけを加えます。',
  start: '読み込む',
  cancel: 'やめる',
  progress: (done: number, all: number) => `読み込んでいます… ${count(done)} / ${count(all)}`,
  doneTitle: '読み込みました',
  nothingNew: '新しく加えるものはありませんでした。',
  leftOut: (left: number) => `お気に入りは無料プランでは100件までのため、${count(left)}は加えませんでした。`,
  close: '閉じる',
  count,
} as const

export const NOUNS = {
  ratings: '評価',
  favorites: 'お気に入り',
  history: '視聴履歴',
  settings: '設定',
  blocks: 'ブロック中の人',
} as const satisfies Record<ImportableNoun, string>

export const PROFILE_OUTCOMES = {
  none: '',
  added: 'プロフィールの空いていた項目を埋めました。',
  offline:
    'サーバーにつながらないため、プロフィールは変えませんでした。接続してから、同じファイルをもう一度読み込んでください。二重になることはありません。',
  refused: 'プロフィールは、内容が正しくないため変えませんでした。',
} as const satisfies Record<ProfileImport, string>

const NOTHING_CHANGED = '何も変えていません。'
export const PROBLEMS = {
  unreadable: `ファイルを開けませんでした。${NOTHING_CHANGED}`,
  too_large: `ファイルが大きすぎます。ミルトモで書き出したJSONを選んでください。${NOTHING_CHANGED}`,
  not_json: `JSONとして読めないファイルです。ミルトモで書き出したJSONを選んでください。${NOTHING_CHANGED}`,
  not_export: `ミルトモで書き出したファイルではありません。${NOTHING_CHANGED}`,
  newer: `新しいバージョンのミルトモで書き出されたファイルです。アプリを更新してからお試しください。${NOTHING_CHANGED}`,
  storage:
    '端末に保存できず、途中で止まりました。空き容量を確かめて、同じファイルをもう一度読み込んでください。二重になることはありません。',
} as const

const nameOf = (noun: string): string => Object.entries(NOUNS).find(([key]) => key === noun)?.[1] ?? '内容'

export const tooMany = (noun: ImportableNoun): string =>
  `${NOUNS[noun]}が${count(IMPORT_MAX_ROWS[noun])}を超えるため、読み込めませんでした。${NOTHING_CHANGED}`

export const invalidFile = (noun: string, row: number | null): string =>
  `${nameOf(noun)}${row === null ? '' : `の${grouped(row)}件目`}が正しくないため、読み込めませんでした。${NOTHING_CHANGED}`
