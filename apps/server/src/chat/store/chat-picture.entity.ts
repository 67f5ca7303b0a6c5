import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A picture of a message; turns, entries and events only name it. */
@Entity('chat_pictures')
export class ChatPictureEntity {
  @PrimaryColumn('varchar')
  session_id!: string;

  @PrimaryColumn('varchar')
  id!: string;

  /** Base64. */
  @Column('text')
  data!: string;
}
