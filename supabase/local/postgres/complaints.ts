import { StackRefusal } from '../refusal.ts'

export const damaged = (folder: string, why: string): StackRefusal =>
  new StackRefusal(
    `The database in ${folder} does not start: ${why} It is half-written or damaged; begin anew with "npm start -- --fresh" or put a copy back. / データフォルダーが不完全または破損しています。npm start -- --fresh でやり直すか、バックアップを戻してください。`,
  )

export const foreign = (folder: string): StackRefusal =>
  new StackRefusal(
    `${folder} belongs to another user; start as that user or choose another DATA_DIR. / データフォルダーが別のユーザーのものです。そのユーザーで起動するか、別の DATA_DIR を指定してください。`,
  )
