;;; rpc-client.el --- An editor in Lisp at the other end of `kenny rpc` -*- lexical-binding: t -*-

;; Emacs with its own jsonrpc.el, which its language clients use.  Carries out what
;; rpc-clients.e2e-spec.ts describes and prints what it has seen as one line of JSON.
;; The program to talk with is in the arguments.

(require 'jsonrpc)
(require 'cl-lib)

(defconst patience 30)
(defvar heard nil "Notifications, the newest first, as (METHOD . PARAMS).")
(defvar answered 0 "Questions that were seen.")
(defvar session nil)

(defvar kenny (prog1 command-line-args-left (setq command-line-args-left nil)))

(defvar editor
  (make-instance
   'jsonrpc-process-connection
   :name "kenny"
   :notification-dispatcher
   (lambda (_connection method params) (push (cons (symbol-name method) params) heard))
   :process
   (lambda ()
     (let ((complaints (get-buffer-create "*kenny stderr*")))
       (prog1 (make-process :name "kenny" :command kenny :connection-type 'pipe
                            :coding 'utf-8-emacs-unix :noquery t :stderr complaints)
         ;; Emacs would write into it that it has ended.
         (set-process-sentinel (get-buffer-process complaints) #'ignore))))))

(defun ask (method &rest params)
  (jsonrpc-request editor method params :timeout patience))

(defun read-on ()
  "What came in one piece with an answer: jsonrpc.el of Emacs 28 leaves it unread until more comes."
  (let ((process (jsonrpc--process editor)))
    (funcall (process-filter process) process "")))

(defun wait-for (what found)
  "Waits until FOUND gives something, and returns that."
  (with-timeout (patience (error "%s did not come" what))
    (let (value)
      (while (not (setq value (funcall found)))
        (accept-process-output nil 0.05)
        (read-on))
      value)))

(defun get-in (value &rest keys)
  (dolist (key keys value)
    (setq value (if (integerp key) (elt value key) (plist-get value key)))))

(defun notifications (method)
  "Their params, the oldest first."
  (mapcar #'cdr (cl-remove method (reverse heard) :key #'car :test-not #'equal)))

(defun events (turn)
  (cl-remove turn (notifications "turn/event")
             :key (lambda (event) (plist-get event :turnId)) :test-not #'equal))

(defun of-type (type events)
  (cl-remove type events :key (lambda (event) (plist-get event :type)) :test-not #'equal))

(defun started (text)
  (get-in (ask :turns/start :sessionId session :input text) :id))

(defun finished (turn)
  (wait-for "turnFinished" (lambda () (of-type "turnFinished" (events turn))))
  (events turn))

(defun status-of (events) (get-in (car (last events)) :payload :status))

(defun asked ()
  "The next question that is new."
  (cl-incf answered)
  (wait-for "ui/question" (lambda () (nth (1- answered) (notifications "ui/question")))))

(defun reply (question text)
  (ask :ui/answerQuestion
       :sessionId session
       :questionRequestId (plist-get question :questionRequestId)
       :answers (vector (list :question (get-in question :questions 0 :question) :answer text))))

(defun turn-with (text answer)
  (let* ((turn (started text))
         (question (asked))
         (outcome (reply question answer))
         (events (finished turn)))
    `(:kind ,(plist-get question :kind)
      ,@outcome
      :isError ,(vconcat (mapcar (lambda (event) (get-in event :payload :result :isError))
                                 (of-type "toolResult" events)))
      :status ,(status-of events))))

(defun all-types (events) (mapcar (lambda (event) (plist-get event :type)) events))

(let* ((hello (ask :initialize))
       (pc (getenv "PC_ID"))
       (process (jsonrpc--process editor))
       seen)
  (cl-flet ((saw (what value) (setq seen (append seen (list what value)))))
    (saw :initialize (vector (get-in hello :protocolVersion)
                             (get-in hello :capabilities :security :toolApproval)))
    (setq session
          (get-in (ask :sessions/create :workspaceRoot (concat "kenny://agent/" pc)) :id))

    (let* ((events (finished (started "say something"))) (types (all-types events)))
      (saw :streamed
           `(:text ,(mapconcat (lambda (event) (get-in event :payload :delta))
                               (of-type "assistantDelta" events) "")
             :inOrder ,(if (equal (mapcar (lambda (event) (plist-get event :sequence)) events)
                                  (number-sequence 1 (length events)))
                           t :json-false)
             :ends ,(vector (nth 0 types) (nth 1 types) (car (last types)))
             :status ,(status-of events))))
    (saw :question (turn-with "the printer is stuck" "The one in the hall"))
    (saw :denied (turn-with "restart it" "Deny"))
    (saw :approved (turn-with "restart it, really" "Approve"))

    (let* ((turn (started "once more"))
           (id (plist-get (asked) :questionRequestId))
           (cancelled (ask :turns/cancel :turnId turn))
           (gone (wait-for "ui/questionResolved"
                           (lambda ()
                             (cl-find id (notifications "ui/questionResolved") :test #'equal
                                      :key (lambda (one) (plist-get one :questionRequestId)))))))
      (saw :cancelled `(:status ,(plist-get cancelled :status)
                        :last ,(status-of (finished turn))
                        :outcome ,(plist-get gone :outcome))))
    (condition-case problem
        (ask :sessions/transcript :sessionId "gone")
      (jsonrpc-error
       (let ((facts (cddr problem)))
         (saw :error `(:code ,(alist-get 'jsonrpc-error-code facts)
                       :message ,(alist-get 'jsonrpc-error-message facts)
                       :data ,(get-in (alist-get 'jsonrpc-error-data facts) :code))))))

    (saw :shutdown (ask :shutdown))
    (wait-for "its end" (lambda () (not (process-live-p process))))
    (saw :exit (process-exit-status process))
    (saw :complaints (with-current-buffer (jsonrpc-stderr-buffer editor) (buffer-string)))
    (princ (json-serialize seen :false-object :json-false))
    (terpri)))
